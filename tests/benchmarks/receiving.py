"""A receiver of webhooks as a program of its own, so that its work counts for nobody else."""

RECEIVER = """
import asyncio
class Receiver(asyncio.Protocol):
    def connection_made(self, transport): self.transport, self.buffer = transport, b""
    def data_received(self, data):
        self.buffer += data
        head, found, rest = self.buffer.partition(b"\\r\\n\\r\\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\\r")[0] or 0) if found else 0
        if found and len(rest) >= length:
            self.buffer = rest[length:]
            self.transport.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n")
async def main():
    server = await asyncio.get_running_loop().create_server(Receiver, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""
