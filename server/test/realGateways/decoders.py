"""Decoders of other makers, for comparison with ours.

Each line of input is {"library": …, "adverts": […]}; the answer is one line with what the library reads of each advert:
`temperature` (°C), `humidity` and `batteryLevel` (%), `batteryMv`, `moving`, `button`, `ibeacon` (UUID:major:minor) and
`measuredPower` (dBm), or null if it reads nothing. An advert of "theengs" is what Theengs' decoder is given; of "bthome"
`uuid` and `hex` of service data; of "ruuvitag" the `hex` of manufacturer data after its company.
"""

import json
import sys
import time

from bthome_ble import BTHomeBluetoothDeviceData
from habluetooth import BluetoothServiceInfoBleak
from ruuvitag_sensor.decoder import get_decoder
from TheengsDecoder import decodeBLE

ADDRESS = "F4:7A:6B:00:02:01"
BUTTONS = {"press", "double_press", "triple_press", "long_press", "long_double_press", "long_triple_press", "hold_press"}


def millivolts(volts):
    return None if volts is None else round(volts * 1000)


def theengs(advert):
    text = decodeBLE(json.dumps(advert))
    if not text:
        return None
    read = json.loads(text)
    found = {
        "temperature": read.get("tempc"),
        "humidity": read.get("hum"),
        "batteryLevel": read.get("batt"),
        "batteryMv": millivolts(read.get("volt")),
        "model": read.get("model_id"),
    }
    if read.get("model_id") == "IBEACON":
        uuid = read["uuid"].upper()
        parts = [uuid[:8], uuid[8:12], uuid[12:16], uuid[16:20], uuid[20:]]
        # It reads both numbers as signed ones.
        found["ibeacon"] = f"{'-'.join(parts)}:{read['major'] & 0xFFFF}:{read['minor'] & 0xFFFF}"
        found["measuredPower"] = read.get("txpower")
    return found


def bthome(advert):
    uuid = f"0000{advert['uuid']}-0000-1000-8000-00805f9b34fb"
    data = bytes.fromhex(advert["hex"])
    info = BluetoothServiceInfoBleak(
        name="tag",
        address=ADDRESS,
        rssi=-60,
        manufacturer_data={},
        service_data={uuid: data},
        service_uuids=[uuid],
        source="",
        device=None,
        advertisement=None,
        connectable=False,
        time=time.monotonic(),
        tx_power=None,
    )
    # A parser of its own for each advert: it leaves out what it has read already.
    update = BTHomeBluetoothDeviceData().update(info)
    values = {key.key: value.native_value for key, value in update.entity_values.items()}
    states = {key.key: value.native_value for key, value in update.binary_entity_values.items()}
    events = [event.event_type for event in update.events.values()]
    return {
        "temperature": values.get("temperature"),
        "humidity": values.get("humidity"),
        "batteryLevel": values.get("battery"),
        "batteryMv": millivolts(values.get("voltage")),
        "moving": states.get("motion", states.get("moving")),
        "button": next((event for event in events if event in BUTTONS), None),
    }


def ruuvitag(advert):
    data_format = "E1" if advert["hex"][:2].upper() == "E1" else int(advert["hex"][:2], 16)
    read = get_decoder(data_format).decode_data(advert["hex"].upper())
    if read is None:
        return None
    return {
        "temperature": read.get("temperature"),
        "humidity": read.get("humidity"),
        "batteryMv": read.get("battery"),
    }


DECODERS = {"theengs": theengs, "bthome": bthome, "ruuvitag": ruuvitag}

for line in sys.stdin:
    request = json.loads(line)
    decode = DECODERS[request["library"]]
    print(json.dumps([decode(advert) for advert in request["adverts"]]), flush=True)
