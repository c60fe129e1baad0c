import { parentPort } from 'node:worker_threads'
import { outcomeOf } from './sanitise-and-render'

// The worker thread of `WorkerSanitiser`: one message with a text in, one message with its outcome out.

if (!parentPort) throw new Error('this module runs as a worker thread only')
const port = parentPort

// Runs the sanitiser's self-test now, so that it does not count against the first text's time limit.
outcomeOf('<p>ready</p>')
port.on('message', (html: string) => port.postMessage(outcomeOf(html)))
port.postMessage('ready')
