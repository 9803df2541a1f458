// Builds the web app after `npm ci`, so that the first start does not wait for it. Skipped where packages or sources for a build are
// missing, and in installs for production. A failed build does not fail the install: `npm start` builds again and shows why.
// It is JavaScript because npm may run it with an older Node; the build runs with the Node that install.mjs has just installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { npm_config_omit: omitted = '', npm_config_workspace: workspace } = process.env
const isWhole = !omitted.split(/\s+/).includes('dev') && workspace === undefined
const needed = ['web/vite.config.ts', 'contract/src', 'node_modules/vite', 'node_modules/@react-router/dev']

if (isWhole && needed.every((path) => existsSync(join(root, path))))
  spawnSync('node', ['bin/build-if-needed.ts'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
