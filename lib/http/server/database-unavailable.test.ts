import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-unavailable'

/** As Prisma 7.10 hands on what its PostgreSQL adapter said. */
function adapterError(code: string, cause: Record<string, unknown>): Error {
  const meta = { driverAdapterError: { name: 'DriverAdapterError', cause: { kind: 'postgres', ...cause } } }
  return Object.assign(new Error('Invalid `prisma.user.count()` invocation'), { code, meta })
}

test('a database that was stopped under a query is away', () => {
  expect(isDatabaseUnavailable(adapterError('P2010', { originalCode: '57P01', code: '57P01' }))).toBe(true)
})

test('a database that lets nobody in is away', () => {
  const message = 'database "colophon" is not currently accepting connections'
  expect(isDatabaseUnavailable(adapterError('P2039', { code: '55000', message }))).toBe(true)
})

test('a database that a pooler cannot reach is away', () => {
  const message = 'server login has been failing, try again later (server_login_retry)'
  expect(isDatabaseUnavailable(adapterError('P2010', { originalCode: '08P01', code: '08P01', message }))).toBe(true)
})

test('a connection that was lost between two queries of a transaction means that the database is away', () => {
  expect(isDatabaseUnavailable(new Error('Client was closed and is not queryable'))).toBe(true)
})

test('a connection that broke under the driver means that the database is away', () => {
  expect(isDatabaseUnavailable(new Error('Client has encountered a connection error and is not queryable'))).toBe(true)
})

test('a transaction whose connection breaks as it begins or ends, which Prisma hands on as its adapter said it', () => {
  for (const kind of ['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections']) {
    const error = Object.assign(new Error(kind, { cause: { kind } }), { name: 'DriverAdapterError' })
    expect(isDatabaseUnavailable(error), kind).toBe(true)
  }
  expect(isDatabaseUnavailable(new Error('refused', { cause: { kind: 'UniqueConstraintViolation' } }))).toBe(false)
})

test('a socket that was refused, however deep, means that the database is away', () => {
  const socket = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(isDatabaseUnavailable(new Error('outer', { cause: new Error('inner', { cause: socket }) }))).toBe(true)
})

test('a query or a transaction that was not answered in time means that the database is away', () => {
  expect(isDatabaseUnavailable(new Error('Query read timeout'))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('Transaction API error'), { code: 'P2028' }))).toBe(true)
})

test('a disk that is full means that the database is away', () => {
  expect(isDatabaseUnavailable(adapterError('P2039', { code: '53100', message: 'could not extend file' }))).toBe(true)
})

test('a database that refuses a row is not away', () => {
  expect(isDatabaseUnavailable(adapterError('P2039', { code: '23514', message: 'violates check constraint' }))).toBe(
    false,
  )
  expect(isDatabaseUnavailable(Object.assign(new Error('taken'), { code: 'P2002' }))).toBe(false)
})

test('what is no error at all is not a database that is away', () => {
  for (const nothing of [undefined, null, 'text', 7, {}]) expect(isDatabaseUnavailable(nothing)).toBe(false)
})
