// The oldest browsers that the pages support: `browserslist` in package.json, whose names the build also uses to translate newer syntax.
import { readFileSync } from 'node:fs'

const file = new URL('../package.json', import.meta.url)
const { browserslist } = JSON.parse(readFileSync(file, 'utf8')) as { browserslist: string[] }

/** The oldest version of each browser, keyed by its name in `browserslist`. */
const browserFloor: Readonly<Record<string, number>> = Object.fromEntries(
  browserslist.map((line) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? []
    return [name, Number(version)]
  }),
)

/** The same for Vite's `build.target`. */
export const buildTarget = Object.entries(browserFloor).map(
  ([name, version]) => `${name.replace('ios_saf', 'ios')}${version}`,
)
