"""Theengs Gateway as its package installs it, with its own command line; only the radio is replaced.

PULSE_ADVERTS is a JSON list of adverts: `address`, `rssi`, and `name`, `manufacturer` ([company, hex]) or `service`
([16-bit UUID as hex, hex]). They are heard in the first scan.
"""

import json
import os
import signal
import time

from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from TheengsGateway import ble_gateway, main


def heard(advert):
    """The device and the data as Bleak passes them to whoever scans."""
    manufacturer = advert.get("manufacturer")
    service = advert.get("service")
    data = AdvertisementData(
        local_name=advert.get("name"),
        manufacturer_data={manufacturer[0]: bytes.fromhex(manufacturer[1])} if manufacturer else {},
        service_data={f"0000{service[0]}-0000-1000-8000-00805f9b34fb": bytes.fromhex(service[1])} if service else {},
        service_uuids=[],
        tx_power=None,
        rssi=advert["rssi"],
        platform_data=(),
    )
    return BLEDevice(advert["address"], advert.get("name"), None), data


class Radio:
    """Stands in for Bleak's scanner, which needs Bluetooth hardware."""

    waiting = [heard(advert) for advert in json.loads(os.environ["PULSE_ADVERTS"])]

    def __init__(self, detection_callback, **_):
        self.detection_callback = detection_callback
        # The package scans in a thread that it starts before it makes its MQTT client: the thread dies without a word if that
        # is missing, and what is heard before it is connected is lost. Opening the hardware takes longer; this does not.
        gateway = detection_callback.__self__
        while not (hasattr(gateway, "client") and gateway.client.is_connected()):
            time.sleep(0.01)

    async def start(self):
        while Radio.waiting:
            self.detection_callback(*Radio.waiting.pop(0))

    async def stop(self):
        pass


ble_gateway.BleakScanner = Radio
# A process that a shell starts in the background ignores it otherwise.
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
