// Draws the pictures that chats and social networks show with a link to a page: 1200 x 630, as JPEG, which all of them support. They show
// no person and no number, so that they are never out of date. The server makes the pictures for videos.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Pages with a picture of their own, at /og/<name>.jpg. Later versions must keep the address, because chats do. */
export const sharedPictures = ['home', 'leaderboard', 'scholarship', 'certificate'] as const
type Name = (typeof sharedPictures)[number]

const WIDTH = 1_200
const HEIGHT = 630
const MARGIN = 72
const MAX_BYTES = 100_000

/** Reads a drawing without its outer element. The few colours that depend on the theme get their light values. */
function readDrawing(path: string): string {
  const drawing = readFileSync(new URL(path, import.meta.url), 'utf8').replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
  const colours: Record<string, string> = { 'surface-3': '#E0E4F5', field: '#1C2566' }
  return drawing.replace(/var\(--([\w-]+)\)/g, (_, role: string) => colours[role] ?? '#7B81A8')
}

const adire = readDrawing('./app/styles/patterns/adire.svg')
const logo = readDrawing('./public/favicon.svg')
const words = readDrawing('./shared-pictures/words.svg')
const scenes = readDrawing('./app/ui/art/scenes.svg')
const icons = readDrawing('./app/ui/art/icons.svg')
const hero = readDrawing('./app/ui/art/hero.svg')

/** Three steps in the leaderboard's colours, with a cup above the highest. */
const podium = [
  `<rect x="640" y="410" width="150" height="220" fill="#C3C9E8"/>`,
  `<rect x="790" y="340" width="170" height="290" fill="#FFC21A"/>`,
  `<rect x="960" y="460" width="150" height="170" fill="#E08A5B"/>`,
  `<use href="#trophy" x="735" y="72" width="280" height="257"/>`,
].join('')

/** The sun of the hero. */
const sun = [
  `<circle cx="940" cy="315" r="220" fill="#FFC21A"/>`,
  `<circle cx="940" cy="315" r="180" fill="none" stroke="#E39A00" stroke-width="6" stroke-dasharray="14 9"/>`,
].join('')

const art: Record<Name, string> = {
  home: `<svg x="560" y="40" width="640" height="600" viewBox="0 0 640 600" overflow="visible">${hero}</svg>`,
  leaderboard: podium,
  scholarship: `${sun}<use href="#graduation-cap" x="800" y="175" width="280" height="280" fill="#1C2566"/>`,
  certificate: `<rect x="690" y="100" width="430" height="430" rx="18" fill="#fff"/><use href="#trophy" x="755" y="150" width="300" height="275"/>`,
}

/** Places words at a letter size in pixels. */
function placeWords(id: Name | 'baobab', { x, y, size }: { x: number; y: number; size: number }): string {
  const [, width = '', height = ''] = new RegExp(`id="${id}" viewBox="0 0 (\\d+) (\\d+)"`).exec(words) ?? []
  const scale = size / 1_000
  return `<use href="#${id}" x="${x}" y="${y}" width="${Number(width) * scale}" height="${Number(height) * scale}" fill="#fff"/>`
}

function draw(name: Name): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<defs>${words}${scenes}${icons}<pattern id="adire" width="276" height="276" patternUnits="userSpaceOnUse">`,
    `<svg width="276" height="276" viewBox="0 0 368 368" color="#fff" fill="#fff">${adire}</svg></pattern></defs>`,
    `<rect width="100%" height="100%" fill="#1C2566"/><rect width="100%" height="100%" fill="url(#adire)" opacity="0.1"/>`,
    art[name],
    `<svg x="${MARGIN}" y="${MARGIN}" width="72" height="72" viewBox="-6 -6 76 76">${logo}</svg>`,
    placeWords('baobab', { x: MARGIN + 90, y: MARGIN + 10, size: 52 }),
    placeWords(name, { x: MARGIN, y: name === 'home' ? 215 : 260, size: name === 'home' ? 118 : 98 }),
    `</svg>`,
  ].join('')
}

/** Writes the pictures into the client's folder. */
export async function buildSharedPictures(client: string): Promise<void> {
  mkdirSync(join(client, 'og'), { recursive: true })
  for (const name of sharedPictures) {
    const { size } = await sharp(Buffer.from(draw(name)))
      .jpeg({ quality: 70, mozjpeg: true })
      .toFile(join(client, 'og', `${name}.jpg`))
    if (size > MAX_BYTES) throw new Error(`The picture ${name} has ${size} bytes: see web/build-shared-pictures.ts.`)
  }
}
