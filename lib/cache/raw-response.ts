import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'

const DATE_LENGTH = 'Thu, 01 Jan 1970 00:00:00 GMT'.length

/**
 * A complete response in one buffer, from the status line to the last byte of the body, for pages that are sent over
 * and over: composing, validating and writing the headers is half of the time node:http spends on a response.
 */
export class RawResponse {
  readonly #status: number
  /** Alternating names and values. */
  readonly #headers: string[]
  readonly #buffer: Buffer
  readonly #dateAt: number
  readonly #bodyAt: number
  /** The second (of Unix time) the Date header in the buffer shows. */
  #second = 0

  constructor(status: number, headers: string[], body: Buffer = Buffer.alloc(0)) {
    this.#status = status
    this.#headers = headers
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`
    head += 'Connection: keep-alive\r\nDate: '
    const end = '\r\n\r\n'
    this.#dateAt = Buffer.byteLength(head, 'latin1')
    this.#bodyAt = this.#dateAt + DATE_LENGTH + end.length
    this.#buffer = Buffer.concat([Buffer.from(head + ' '.repeat(DATE_LENGTH) + end, 'latin1'), body])
  }

  /** Approximate memory use. */
  get bytes(): number {
    return this.#buffer.length + 2 * this.#bodyAt
  }

  /**
   * Sends it as the response. `connection` is the request's Connection header.
   *
   * Falls back to node:http for everything but the plain case: HEAD, HTTP/1.0 or `Connection: close`, a pipelined
   * request, a client that has not read the response before (node:http then stops reading its requests).
   */
  send(request: IncomingMessage, response: ServerResponse, connection: string | undefined): void {
    const { socket } = response
    const isPlain =
      socket !== null &&
      request.method === 'GET' &&
      request.httpVersionMinor === 1 &&
      (connection === undefined || connection.toLowerCase() === 'keep-alive') &&
      socket.writable &&
      socket.writableLength === 0
    if (!isPlain) {
      response.writeHead(this.#status, this.#headers)
      response.end(request.method === 'HEAD' ? undefined : this.#buffer.subarray(this.#bodyAt))
      return
    }
    socket.write(this.#dated())
    // Emitted when a response is handed over completely: the server then takes the connection's next request.
    response.emit('finish')
  }

  #dated(): Buffer {
    const second = Math.floor(Date.now() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      // A pending write of the same buffer may pick up the newer date, which is just as true.
      this.#buffer.write(new Date(second * 1_000).toUTCString(), this.#dateAt, 'latin1')
    }
    return this.#buffer
  }
}
