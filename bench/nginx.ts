import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Starts an nginx with one worker that serves one file as fast as it can: the cost of a static file on this machine.
 */
export async function startNginx({
  body,
  headers,
  port,
}: {
  body: Buffer
  headers: Record<string, string>
  port: number
}) {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-nginx-'))
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files', 'page'), body)
  const lines = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100;
      default_type text/html; charset utf-8; etag on;
      client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
      uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
      server { listen 127.0.0.1:${port}; root ${folder}/files; ${lines.join(' ')} }
    }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  })
  const url = `http://127.0.0.1:${port}/page`
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await delay(50)
  }
  return {
    url,
    pid: child.pid as number,
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
