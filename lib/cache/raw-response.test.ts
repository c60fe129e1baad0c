import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RawResponse } from '@/lib/cache/raw-response'

let server: Server
let handle: (request: IncomingMessage, response: ServerResponse) => void

const page = new RawResponse(200, ['Content-Length', '5', 'X-Kept', 'yes'], Buffer.from('hello'))
const keep = (request: IncomingMessage, response: ServerResponse) =>
  page.send(request, response, request.headers.connection)

beforeEach(async () => {
  handle = keep
  server = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

function open(): Socket {
  return connect((server.address() as AddressInfo).port, '127.0.0.1')
}

/** All that comes until `count` answers have; each ends with its body. */
async function answers(socket: Socket, count: number): Promise<string> {
  let text = ''
  while (text.split('hello').length <= count) text += String(((await once(socket, 'data')) as [Buffer])[0])
  return text
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('an answer has its status, headers, a true date and its body', async () => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-kept')).toBe('yes')
  expect(await answer.text()).toBe('hello')
  expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000)
})

test('one connection is answered many times, whoever answers', async () => {
  const socket = open()
  for (let turn = 0; turn < 6; turn += 1) {
    handle = turn % 2 === 0 ? keep : (_, response) => void response.end('hello')
    socket.write(REQUEST)
    expect(await answers(socket, 1)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  }
  socket.destroy()
})

test('requests sent ahead are answered in their order', async () => {
  const order: string[] = []
  handle = (request, response) => {
    order.push(request.url ?? '')
    if (request.url === '/slow') setImmediate(() => response.end('slow hello'))
    else keep(request, response)
  }
  const socket = open()
  socket.write(['/slow', '/a', '/b'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  const text = await answers(socket, 3)
  expect(order).toEqual(['/slow', '/a', '/b'])
  expect(text.indexOf('slow hello')).toBeLessThan(text.indexOf('X-Kept'))
  socket.destroy()
})

test('who asks to close is closed', async () => {
  const socket = open()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toMatch(/Connection: close.*hello$/s)
})

test('HEAD gets the headers alone', async () => {
  const socket = open()
  socket.write('HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toMatch(/X-Kept: yes.*\r\n\r\n$/s)
})

test('a client that sends and never reads is not read from any further', async () => {
  const big = new RawResponse(200, ['Content-Length', String(1024 * 1024)], Buffer.alloc(1024 * 1024, 'x'))
  let asked = 0
  handle = (request, response) => {
    asked += 1
    big.send(request, response, undefined)
  }
  const socket = open().pause()
  socket.write(REQUEST.repeat(200_000))
  await once(server, 'request')
  // Each of these is read after one more part of what was sent before, as long as that is read at all.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (let turn = 0; turn < 20; turn += 1) await (await fetch(url)).arrayBuffer()
  expect(asked).toBeLessThan(20_000)
  socket.destroy()
})

test('closing the server lets an answered connection go', async () => {
  const socket = open()
  socket.write(REQUEST)
  await answers(socket, 1)
  const closed = once(socket, 'close')
  server.close()
  await closed
})
