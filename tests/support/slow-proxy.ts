import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * The state of the connection to the database: open, slow, losing the answer to each COMMIT with the connection, silently
 * dropping everything, or closed.
 */
export type LinkState = 'open' | 'slow' | 'commits unanswered' | 'black hole' | 'closed'

const SLOW_MS = 200

/** A proxy that a test can degrade. Closing it resets its connections. */
export class SlowProxy {
  private state: LinkState = 'open'
  private readonly sockets = new Set<Socket>()
  private readonly server = createServer((client) => this.accept(client))

  private constructor(private readonly target: URL) {}

  static async before(databaseUrl: string): Promise<SlowProxy> {
    const proxy = new SlowProxy(new URL(databaseUrl))
    proxy.server.listen(0, '127.0.0.1')
    await once(proxy.server, 'listening')
    return proxy
  }

  /** The database's URL through the proxy. */
  get url(): string {
    const url = new URL(this.target)
    url.port = String((this.server.address() as AddressInfo).port)
    return url.href
  }

  setState(state: LinkState): void {
    const before = this.state
    this.state = state
    // Data has been dropped, so the connections cannot recover.
    if (state === 'closed' || before === 'black hole') for (const socket of this.sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.setState('closed')
    this.server.close()
    await once(this.server, 'close')
  }

  private accept(client: Socket): void {
    this.track(client)
    if (this.state === 'closed') {
      client.resetAndDestroy()
      return
    }
    const server = connect(Number(this.target.port), this.target.hostname)
    this.track(server)
    let isCommitting = false
    client.on('data', (chunk: Buffer) => {
      isCommitting ||= this.state === 'commits unanswered' && chunk.includes('COMMIT')
    })
    server.on('data', () => isCommitting && client.resetAndDestroy())
    this.forward(client, server)
    this.forward(server, client)
  }

  private forward(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (this.state === 'black hole') return
      if (this.state === 'slow') setTimeout(() => to.writable && to.write(chunk), SLOW_MS)
      else if (!to.destroyed) to.write(chunk)
    })
    from.once('close', () => to.destroy())
  }

  private track(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => this.sockets.delete(socket))
  }
}
