import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import { isPublicAddress } from '@/lib/http/server/public-request'
import { downloadImage } from './remote-image'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A web server of this machine: its port, and the paths it was asked for. */
async function serve(respond: RequestListener): Promise<{ port: number; requested: string[] }> {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    respond(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, requested }
}

/** As if this machine were a public one, at these ports alone. */
const at = (...ports: number[]) => ({ mayConnect: (_address: string, port: number) => ports.includes(port) })

const NOT_FETCHED = {
  status: 422,
  message: 'The picture could not be fetched from there.',
  issues: [{ path: 'address' }],
}

describe('an address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'of the public internet: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:1.1.1.1'],
    ...[
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:0:1::1',
      '2001:db8::1',
      'fc00::1',
      'fe80::1',
      'ff02::1',
      'localhost',
      '',
    ],
  ])('of no public machine: %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a picture of another server', () => {
  it('is downloaded as it is, by a name and after a redirect', async () => {
    const { port, requested } = await serve(({ url }, response) => {
      if (url === '/old.png') response.writeHead(302, { location: '/new.png' }).end('moved')
      else response.end('the bytes')
    })
    const bytes = await downloadImage(`http://user:secret@localhost:${port}/old.png`, at(port))
    expect(Buffer.from(bytes).toString()).toBe('the bytes')
    expect(requested).toEqual(['/old.png', '/new.png'])
  })

  it('is fetched from no machine that is not public, however its address is written', async () => {
    const { port, requested } = await serve((_request, response) => response.end('secret'))
    for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '0', '[::1]', '[::ffff:127.0.0.1]']) {
      await expect(downloadImage(`http://${host}:${port}/`), host).rejects.toMatchObject(NOT_FETCHED)
    }
    for (const address of [
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'data:image/png;base64,aaaa',
      '/media/a.png',
      '',
    ]) {
      await expect(downloadImage(address), address).rejects.toMatchObject(NOT_FETCHED)
    }
    expect(requested).toEqual([])
  })

  it('is not looked for where a public server sends us', async () => {
    const inside = await serve((_request, response) => response.end('secret'))
    let location = ''
    const outside = await serve((_request, response) => response.writeHead(307, { location }).end())
    for (location of [
      `http://127.0.0.1:${inside.port}/`,
      `http://localhost:${inside.port}/`,
      'file:///etc/passwd',
      '/',
    ]) {
      await expect(downloadImage(`http://localhost:${outside.port}/`, at(outside.port))).rejects.toMatchObject(
        NOT_FETCHED,
      )
    }
    expect(inside.requested).toEqual([])
    // The last one leads to itself.
    expect(outside.requested).toHaveLength(3 + 4)
  })

  it('is refused the same way where nothing is, where it is gone, and where it is cut off', async () => {
    const { port } = await serve(({ url }, response) => {
      if (url === '/gone') response.writeHead(404).end()
      else response.writeHead(200, { 'content-length': 9 }).write('part', () => response.destroy())
    })
    for (const path of ['/gone', '/cut-off']) {
      await expect(downloadImage(`http://localhost:${port}${path}`, at(port))).rejects.toMatchObject(NOT_FETCHED)
    }
    await expect(downloadImage('http://localhost:1/', at(1))).rejects.toMatchObject(NOT_FETCHED)
  })

  it('may have as many bytes as an upload, whether its server says how many or not', async () => {
    const { port } = await serve(({ url }, response) => {
      if (url === '/said') response.writeHead(200, { 'content-length': IMAGE_MAX_BYTES + 1 }).flushHeaders()
      else response.end(Buffer.alloc(IMAGE_MAX_BYTES + (url === '/more' ? 1 : 0)))
    })
    const bytesOf = (path: string) => downloadImage(`http://localhost:${port}${path}`, at(port))
    await expect(bytesOf('/said')).rejects.toMatchObject({ status: 413 })
    await expect(bytesOf('/more')).rejects.toMatchObject({ status: 413 })
    expect((await bytesOf('/most')).byteLength).toBe(IMAGE_MAX_BYTES)
  })

  it('is not waited for longer than its time, which a trickle of bytes does not extend', async () => {
    const { port } = await serve((_request, response) => {
      const trickle = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(trickle))
    })
    const waiting = downloadImage(`http://localhost:${port}/`, { ...at(port), timeoutMs: 200 })
    await expect(waiting).rejects.toMatchObject(NOT_FETCHED)
  })
})
