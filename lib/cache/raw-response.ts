import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'

const DATE_LENGTH = 'Thu, 01 Jan 1970 00:00:00 GMT'.length

/**
 * A whole answer in one buffer, from the status line to the last byte of the body, for what is sent over and over: to
 * put the same lines together, check them and write them in parts is half of what node:http spends on an answer.
 */
export class RawResponse {
  readonly #status: number
  /** Name, value, name, value. */
  readonly #headers: string[]
  readonly #buffer: Buffer
  readonly #dateAt: number
  readonly #bodyAt: number
  /** The second whose date stands in the buffer. */
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

  /** What it takes in memory, about. */
  get bytes(): number {
    return this.#buffer.length + 2 * this.#bodyAt
  }

  /**
   * Ends the response with it. `connection` is what the request says of that.
   *
   * The usual way is taken for all that is not the plain case: HEAD, an old client or one that closes, an answer that
   * has to wait for its turn, a client that has not read the one before (node:http then stops reading its requests).
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
    // What a response says once all of it is handed over: the server then turns to the connection's next request.
    response.emit('finish')
  }

  #dated(): Buffer {
    const second = Math.floor(Date.now() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      // A write that still waits for its client may get the newer date with it, which is as true.
      this.#buffer.write(new Date(second * 1_000).toUTCString(), this.#dateAt, 'latin1')
    }
    return this.#buffer
  }
}
