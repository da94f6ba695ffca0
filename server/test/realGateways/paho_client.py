"""A gateway's connection by paho-mqtt, told what to do by lines of JSON and answering each with a line of JSON.

The first line has `host`, `port`, `username`, `password`, `protocol` (4: MQTT 3.1.1, 5: MQTT 5), `client_id` and `will`.
The others are {"subscribe": topic}, {"publish": {topic, payload or payload_hex, qos, retain}} or {}. The answer to each
has `ends`, how often the connection has ended until then. It disconnects when its input ends.
"""

import json
import sys
from threading import Event

from paho.mqtt import client as mqtt
from paho.mqtt.properties import Properties
from paho.mqtt.packettypes import PacketTypes

WAIT_S = 60


def connect(options):
    """Connects with the session's client id and will, as firmware does."""
    client = mqtt.Client(
        mqtt.CallbackAPIVersion.VERSION2,
        client_id=options["client_id"],
        protocol=mqtt.MQTTv5 if options["protocol"] == 5 else mqtt.MQTTv311,
        reconnect_on_failure=False,
    )
    state = {"ends": 0, "connected": None, "ready": Event(), "subscribed": Event()}

    def on_connect(_client, _userdata, _flags, reason_code, _properties):
        state["connected"] = str(reason_code)
        state["ready"].set()

    def on_disconnect(_client, _userdata, _flags, _reason_code, _properties):
        state["ends"] += 1

    client.on_connect = on_connect
    client.on_disconnect = on_disconnect
    client.on_subscribe = lambda *_: state["subscribed"].set()
    client.username_pw_set(options["username"], options["password"])
    will = options["will"]
    if will is not None:
        client.will_set(will["topic"], will["payload"], qos=will["qos"], retain=will["retain"])
    client.connect(options["host"], options["port"])
    client.loop_start()
    state["ready"].wait(WAIT_S)
    return client, state


def subscribe(client, state, topic):
    state["subscribed"].clear()
    client.subscribe(topic, qos=1)
    state["subscribed"].wait(WAIT_S)


def publish(client, protocol, message):
    properties = None
    if protocol == 5:
        properties = Properties(PacketTypes.PUBLISH)
        properties.UserProperty = ("from", "paho")
    hexed = message.get("payload_hex")
    payload = message["payload"] if hexed is None else bytes.fromhex(hexed)
    info = client.publish(message["topic"], payload, message["qos"], message["retain"], properties)
    info.wait_for_publish(WAIT_S)


def main():
    options = json.loads(sys.stdin.readline())
    client, state = connect(options)
    print(json.dumps({"connected": state["connected"], "ends": state["ends"]}), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        if "subscribe" in command:
            subscribe(client, state, command["subscribe"])
        elif "publish" in command:
            publish(client, options["protocol"], command["publish"])
        print(json.dumps({"ends": state["ends"]}), flush=True)
    client.disconnect()
    client.loop_stop()


main()
