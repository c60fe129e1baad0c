import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer as it was recorded; a `location` without host leads to the stand-in. */
export type RecordedAnswer = { status?: number; headers?: Record<string, string>; body?: unknown }

export type RepositoryStandIn = {
  origin: string
  /** What it answers, by path and query as they are sent; 404 for the rest, null for no answer at all. */
  answers: Record<string, RecordedAnswer | null>
  requests: Array<{ path: string; headers: Record<string, string | string[] | undefined> }>
  close: () => Promise<void>
}

/** The API of a host of repositories, on a free local port. */
export async function startRepositoryStandIn(answers: RepositoryStandIn['answers']): Promise<RepositoryStandIn> {
  const requests: RepositoryStandIn['requests'] = []
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers })
    const answer = url in standIn.answers ? standIn.answers[url] : { status: 404, body: { message: 'Not Found' } }
    if (!answer) return
    const { status = 200, headers: sent = {}, body = '' } = answer
    const isNotModified = sent.etag !== undefined && headers['if-none-match'] === sent.etag
    response.writeHead(isNotModified ? 304 : status, sent)
    response.end(isNotModified ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: RepositoryStandIn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

const README = [
  '# Kettle',
  '[![Build](https://github.com/ada/kettle/actions/workflows/ci.yml/badge.svg)](https://github.com/ada/kettle/actions)',
  '![coverage](https://img.shields.io/badge/coverage-98%25-green) ![](logo.svg)',
  '![Steam over a kettle](../docs/steam.png "At work")',
  '<p align="center"><img width="600" alt="The lid" src="/docs/lid.jpg"></p>',
  '![Elsewhere](https://github.com/ada/kettle/blob/main/docs/third.png)',
].join('\n')

/** A repository as each host tells of it, in the form of its answers with the fields that are read. */
export const GITHUB_ANSWERS = (): RepositoryStandIn['answers'] => ({
  '/repos/ada/kettle': {
    headers: { etag: 'W/"one"', 'x-ratelimit-remaining': '59' },
    body: {
      ...{
        id: 4711,
        name: 'kettle',
        full_name: 'ada/kettle',
        private: false,
        html_url: 'https://github.com/ada/kettle',
      },
      ...{ description: 'Boils water.', fork: false, homepage: 'https://kettle.example', archived: false },
      ...{ license: { key: 'apache-2.0', spdx_id: 'Apache-2.0' }, topics: ['reactjs', 'tea'], default_branch: 'main' },
    },
  },
  '/repos/ada/kettle/languages': { body: { CSS: 100, TypeScript: 9_000, Rust: 20_000 } },
  '/repos/ada/kettle/releases/latest': {
    body: { tag_name: 'v1.2.0', name: '', published_at: '2024-05-03T10:00:00Z' },
  },
  '/repos/ada/kettle/readme': {
    body: { path: '.github/README.md', encoding: 'base64', content: Buffer.from(README).toString('base64') },
  },
})

export const GITLAB_ANSWERS = (): RepositoryStandIn['answers'] => ({
  '/api/v4/projects/tea%2Fpots%2Fkettle%2Ejs?license=true': {
    body: {
      ...{ id: 99, name: 'Kettle', path_with_namespace: 'tea/pots/kettle.js', description: null, topics: [] },
      ...{ web_url: 'https://gitlab.com/tea/pots/kettle.js', default_branch: 'main' },
      ...{ readme_url: 'https://gitlab.com/tea/pots/kettle.js/-/blob/main/docs/README.md' },
      ...{ license: { key: 'bsd-3-clause' }, forked_from_project: { path_with_namespace: 'older/kettle' } },
    },
  },
  '/api/v4/projects/99/languages': { body: { Go: 80.5, Shell: 19.5 } },
  '/api/v4/projects/99/releases/permalink/latest': {
    status: 302,
    headers: { location: '/api/v4/projects/99/releases/v2' },
  },
  '/api/v4/projects/99/releases/v2': { body: { tag_name: 'v2', name: 'Two', released_at: '2025-01-02T00:00:00Z' } },
  '/api/v4/projects/99/repository/files/docs%2FREADME%2Emd/raw?ref=main': { body: '![Pot](pot.png)' },
})

export const CODEBERG_ANSWERS = (): RepositoryStandIn['answers'] => ({
  '/api/v1/repos/ada/kettle': {
    body: {
      ...{
        id: 7,
        name: 'kettle',
        full_name: 'ada/kettle',
        html_url: 'https://codeberg.org/ada/kettle',
        archived: true,
      },
      ...{ description: '', website: 'https://kettle.example', mirror: true, default_branch: 'main', topics: null },
      ...{ original_url: 'https://example.org/ada/kettle.git', parent: null },
    },
  },
  '/api/v1/repos/ada/kettle/languages': { body: { Zig: 10 } },
  '/api/v1/repos/ada/kettle/releases/latest': { status: 403, body: 'Forbidden' },
  '/api/v1/repos/ada/kettle/raw/readme.md': { body: '![Shot](shot.webp)' },
})
