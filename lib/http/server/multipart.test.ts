import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES, MULTIPART_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { readMultipart } from '@/lib/http/server/multipart'

const LIMITS = { totalBytes: MULTIPART_BODY_MAX_BYTES, fileBytes: IMAGE_MAX_BYTES }
const BOUNDARY = 'a-boundary'
const TITLE = 'Content-Disposition: form-data; name="title"'
const IMAGE = 'Content-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png'

const part = (headers: string, content: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`
const END = `--${BOUNDARY}--\r\n`

function formRequest(body: BodyInit, contentType = `multipart/form-data; boundary=${BOUNDARY}`): Request {
  return new Request('http://site.test/', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    duplex: 'half',
  } as RequestInit)
}

const read = (body: BodyInit) => readMultipart(formRequest(body), LIMITS)

function fileForm(bytes: number): FormData {
  const form = new FormData()
  form.set('title', 'A picture')
  form.set('image', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
  return form
}

describe('readMultipart', () => {
  it('returns the fields and the file of a form as a browser sends it', async () => {
    const form = new FormData()
    form.set('title', 'Ein Täst \u{1F600}')
    form.set('description', 'two\r\nlines')
    form.set('image', new File([new Uint8Array([0, 13, 10, 45, 45, 255])], 'ä "b".png', { type: 'image/png' }))
    const { fields, files } = await readMultipart(
      new Request('http://site.test/', { method: 'POST', body: form }),
      LIMITS,
    )
    expect(fields).toEqual({ title: 'Ein Täst \u{1F600}', description: 'two\r\nlines' })
    expect(Object.keys(files)).toEqual(['image'])
    expect([...(files.image?.bytes ?? [])]).toEqual([0, 13, 10, 45, 45, 255])
  })

  it('takes a file of exactly 4 MiB', async () => {
    const request = new Request('http://site.test/', { method: 'POST', body: fileForm(IMAGE_MAX_BYTES) })
    const { files } = await readMultipart(request, LIMITS)
    expect(files.image?.bytes.byteLength).toBe(IMAGE_MAX_BYTES)
  })

  it('refuses a file one byte larger, naming its field', async () => {
    const request = new Request('http://site.test/', { method: 'POST', body: fileForm(IMAGE_MAX_BYTES + 1) })
    await expect(readMultipart(request, LIMITS)).rejects.toMatchObject({
      kind: 'too-large',
      issues: [{ path: 'image' }],
    })
  })

  it('refuses a body over the total limit, whatever part its bytes are in', async () => {
    const body = part(TITLE, 'hi') + part('X-Unknown: yes', 'x'.repeat(MULTIPART_BODY_MAX_BYTES)) + END
    await expect(read(body)).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('does not believe a small Content-Length', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_048_576)),
    })
    const request = formRequest(body)
    request.headers.set('content-length', '10')
    await expect(readMultipart(request, LIMITS)).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('leaves out a file field in which nothing was chosen', async () => {
    const empty = 'Content-Disposition: form-data; name="image"; filename=""\r\nContent-Type: application/octet-stream'
    await expect(read(part(TITLE, 'hi') + part(empty, '') + END)).resolves.toEqual({
      fields: { title: 'hi' },
      files: {},
    })
  })

  it('keeps an empty file that was chosen: somebody else says what is wrong with it', async () => {
    const { files } = await read(part(IMAGE, '') + END)
    expect(files.image).toMatchObject({ filename: 'a.png' })
    expect(files.image?.bytes).toHaveLength(0)
  })

  it('refuses two files in one field', async () => {
    await expect(read(part(IMAGE, '1') + part(IMAGE, '2') + END)).rejects.toMatchObject({
      kind: 'unprocessable',
      issues: [{ path: 'image' }],
    })
  })

  it('lets the last value of a repeated field count', async () => {
    await expect(read(part(TITLE, '1') + part(TITLE, '2') + END)).resolves.toMatchObject({ fields: { title: '2' } })
  })

  it('keeps a long text whole', async () => {
    const text = 'x'.repeat(2_000_000)
    const { fields } = await read(part(TITLE, text) + END)
    expect(fields.title).toBe(text)
  })

  it('keeps a field named __proto__ a field', async () => {
    const { fields } = await read(part('Content-Disposition: form-data; name="__proto__"', 'x') + END)
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(Object.keys(fields)).toEqual(['__proto__'])
  })

  it.each([
    ['a preamble', `something before\r\n${part(TITLE, 'hi')}${END}`],
    ['an epilogue', `${part(TITLE, 'hi')}${END}something behind`],
    ['no line break at the end', part(TITLE, 'hi') + END.trimEnd()],
    ['an unquoted name', part('Content-Disposition: form-data; name=title', 'hi') + END],
    ['no space in the header', part('Content-Disposition:form-data;name="title"', 'hi') + END],
    ['a lower-case header', part(TITLE.toLowerCase(), 'hi') + END],
    ['a charset', part(`${TITLE}\r\nContent-Type: text/plain; charset=utf-8`, 'hi') + END],
    ['a transfer encoding', part(`${TITLE}\r\nContent-Transfer-Encoding: 8bit`, 'hi') + END],
    ['a part without a name', part('Content-Disposition: form-data', 'x') + part(TITLE, 'hi') + END],
  ])('reads a form with %s', async (_what, body) => {
    await expect(read(body)).resolves.toEqual({ fields: { title: 'hi' }, files: {} })
  })

  it.each([
    `Content-Disposition: form-data; name="image"; filename*=UTF-8''n%C3%A4.png\r\nContent-Type: image/png`,
    'Content-Disposition: form-data; name="image"; filename="a\\"b.png"\r\nContent-Type: image/png',
    'Content-Type: image/png\r\nContent-Disposition: form-data; filename="a.png"; name="image"',
  ])('finds the file under %j', async (headers) => {
    const { files } = await read(part(headers, 'PNG') + END)
    expect(Buffer.from(files.image?.bytes ?? []).toString()).toBe('PNG')
  })

  it.each([
    ['nothing', ''],
    ['text', 'title=hi'],
    ['a form without an end', part(TITLE, 'hi')],
    ['a form cut off in a file', `${part(TITLE, 'hi')}--${BOUNDARY}\r\n${IMAGE}\r\n\r\nabc`],
    ['a form cut off in a header', `${part(TITLE, 'hi')}--${BOUNDARY}\r\nContent-Disp`],
    ['another boundary', `--other\r\n${TITLE}\r\n\r\nhi\r\n--other--\r\n`],
    ['too many parts', part(TITLE, 'x').repeat(101) + END],
  ])('calls %s malformed', async (_what, body) => {
    await expect(read(body)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('calls a form without a boundary malformed', async () => {
    await expect(readMultipart(formRequest(END, 'multipart/form-data'), LIMITS)).rejects.toMatchObject({
      kind: 'malformed',
    })
  })

  it.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x', 'text/plain'])(
    'refuses the content type %s',
    async (type) => {
      await expect(readMultipart(formRequest(END, type), LIMITS)).rejects.toMatchObject({ kind: 'wrong-type' })
    },
  )
})
