"""An application of OpenEnv, served from a thread of the test."""

import threading
import time
from typing import Any


class Server:
    """A server that runs until it is stopped."""

    def __init__(self, application: Any) -> None:
        import uvicorn

        self.server: Any = uvicorn.Server(uvicorn.Config(application, port=0, log_level="warning", ws="websockets"))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        (listening,) = self.server.servers
        self.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()
