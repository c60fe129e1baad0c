// Serves a folder including its compressed files: node serve-folder.mjs FOLDER PORT
import { createServer } from 'node:http'
import sirv from 'sirv'

const [folder = '.', port = '0'] = process.argv.slice(2)
createServer(sirv(folder, { brotli: true, gzip: true, etag: true })).listen(Number(port), '127.0.0.1')
