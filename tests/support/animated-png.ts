import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one pixel that says how many frames it has; 0 for one that does not say. */
export function animatedPng(frames: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(frames > 0 ? [chunk('acTL', control)] : []),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}
