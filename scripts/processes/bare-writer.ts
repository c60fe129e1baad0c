// The least that saving a note over HTTP can cost, for the benchmark: node bare-writer.mjs, with DATABASE_URL. Reads
// JSON, inserts one row and answers 201. Sends its port to the parent process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'

const INSERT = `INSERT INTO "Note" ("id", "title", "description", "rendered", "updatedAt")
  VALUES (gen_random_uuid(), $1, $2, $2, now()) RETURNING "id"`

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })

const server = createServer(async (request, response) => {
  const { title, description } = (await json(request)) as { title: string; description: string }
  const { rows } = await pool.query(INSERT, [title, description])
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ _id: rows[0].id }))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
