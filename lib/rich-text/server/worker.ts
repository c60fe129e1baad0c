import { parentPort } from 'node:worker_threads'
import { AppError } from '@/lib/http/errors'
import { sanitiseAndRender } from './sanitise-and-render'
import type { Outcome } from './sanitiser-queue'

// The worker thread of `WorkerSanitiser`: one message with a text in, one message with its outcome out.

if (!parentPort) throw new Error('this module runs as a worker thread only')
const port = parentPort

function clean(html: string): Outcome {
  try {
    return { text: sanitiseAndRender(html) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: 'unsafe' }
    throw error
  }
}

// Runs the sanitiser's self-test now, so that it does not count against the first text's time limit.
clean('<p>ready</p>')
port.on('message', (html: string) => port.postMessage(clean(html)))
port.postMessage('ready')
