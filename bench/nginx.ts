// nginx serving one file, as one process that logs each request, as our server does.
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../server/src/platform/free-port.ts'
import { start, until } from './processes.ts'

/** The path of bytes that are already compressed. */
export const BYTES_PATH = '/bytes'

/** Starts nginx for bytes that are already compressed, under BYTES_PATH. @param options.type their content type */
export async function serveBytes(options: { folder: string; bytes: Buffer; encoding: string; type: string }) {
  const { folder, bytes, encoding, type } = options
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const file = join(folder, BYTES_PATH)
  await writeFile(file, bytes)
  await chmod(file, 0o644)
  return startNginx({
    folder,
    path: BYTES_PATH,
    location: `root ${folder}; default_type "${type}"; add_header Content-Encoding ${encoding};`,
  })
}

/** Starts nginx for a file, under `path`. */
export async function serveFile(options: { folder: string; file: string; path: string }) {
  const { folder, file, path } = options
  await mkdir(folder, { recursive: true, mode: 0o755 })
  return startNginx({ folder, path, location: `alias ${file};` })
}

async function startNginx({ folder, path, location }: { folder: string; path: string; location: string }) {
  const port = await findFreePort()
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log ${folder}/access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10; ${temporary}
      server {
        listen 127.0.0.1:${port};
        location = ${path} { ${location} }
      }
    }`,
  )
  const { stop, pid } = start('nginx', ['-p', folder, '-c', config])
  const url = `http://127.0.0.1:${port}`
  await until('nginx answers', async () => (await fetch(url + path, { method: 'HEAD' })).ok)
  return { url, pid, stop }
}
