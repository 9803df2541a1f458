import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { useState } from 'react'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toReviewSquares } from './quiz-score.tsx'
import { text } from './text.ts'

const FILE_NAME = 'baobab-result.png'

/** Shares a picture of the result, or downloads it if the browser cannot share files. Not for ages 5 to 10. */
export function ShareResult({ review }: { review: Review }) {
  const username = useStudentSession()?.username ?? ''
  const isOldEnough = useAgeCategory() === '11-20'
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  if (!isOldEnough) return null

  async function share() {
    setState('busy')
    try {
      await shareOrSave(await drawShareCard({ review, username }))
      setState('idle')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <Button kind="line" busyLabel={state === 'busy' && text.sharing} onClick={() => void share()}>
        {text.share}
      </Button>
      {state === 'failed' && (
        <p className="result__note" role="alert">
          {text.shareFailed}
        </p>
      )}
    </>
  )
}

/** Opens the phone's share sheet with only the picture: no text, no link. */
async function shareOrSave(picture: Blob): Promise<void> {
  const files = [new File([picture], FILE_NAME, { type: picture.type })]
  // Old browsers have neither function.
  if (!('canShare' in navigator) || !navigator.canShare({ files })) {
    saveFile(FILE_NAME, picture.type, picture)
    return
  }
  try {
    await navigator.share({ files })
  } catch (error) {
    // An AbortError means that the student closed the share sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

// The picture of a result, drawn on the phone. It shows no name except the username, and nothing is sent: the student chooses where it goes

const SIDE = 1_080
const MARGIN = 90
const WIDTH = SIDE - 2 * MARGIN
const TITLE_LINES = 3
/** The cloth's colours, which are the same in both themes. */
const colours = { field: '#1c2566', line: '#7c86c6', text: '#ffffff', quiet: '#d5daf7', accent: '#ffc21a' }

type Result = { review: Review; username: string }

/** Draws the picture of a result. Fails if the browser cannot turn it into a file. */
export async function drawShareCard({ review, username }: Result): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser cannot draw.')
  const style = getComputedStyle(document.documentElement)
  const display = style.getPropertyValue('--font-display')
  const plain = style.getPropertyValue('--font-text')
  // On phones no page heading loads the display font. If it does not load, the name is drawn in another font.
  await document.fonts.load(`800 72px ${display}`, text.shareProduct).catch(() => [])
  const write = (line: string, y: number, { font, colour }: { font: string; colour: string }) => {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(line, SIDE / 2, y, WIDTH)
  }
  pen.fillStyle = colours.field
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.textAlign = 'center'
  write(text.shareProduct, 150, { font: `800 72px ${display}`, colour: colours.accent })
  write(`${review.score} / ${review.maxScore}`, 420, { font: `700 220px ${plain}`, colour: colours.text })
  write(text.sharePoints, 490, { font: `500 44px ${plain}`, colour: colours.quiet })
  drawSquares(pen, review)
  const font = `700 56px ${plain}`
  pen.font = font
  const lines = wrapLines(review.title, {
    measure: (line) => pen.measureText(line).width,
    width: WIDTH,
    max: TITLE_LINES,
  })
  for (const [index, line] of lines.entries()) write(line, 730 + index * 70, { font, colour: colours.text })
  write(username, 960, { font: `600 48px ${plain}`, colour: colours.accent })
  write(text.shareLine, 1_030, { font: `500 36px ${plain}`, colour: colours.quiet })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no file.'))), 'image/png')
  })
}

/** A square for each question, filled if it was answered correctly. */
function drawSquares(pen: CanvasRenderingContext2D, review: Review): void {
  const squares = toReviewSquares(review)
  const rows = Math.ceil(squares.length / 25)
  const across = Math.ceil(squares.length / rows)
  const step = Math.min(80, WIDTH / across)
  const side = step * 0.8
  for (const [index, square] of squares.entries()) {
    const [column, row] = [index % across, Math.floor(index / across)]
    const inRow = Math.min(across, squares.length - row * across)
    const x = SIDE / 2 - (inRow * step) / 2 + column * step + (step - side) / 2
    const y = 540 + row * step
    pen.fillStyle = colours.accent
    pen.strokeStyle = colours.line
    pen.lineWidth = 4
    if (square === 'done') pen.fillRect(x, y, side, side)
    else pen.strokeRect(x + 2, y + 2, side - 4, side - 4)
  }
}

/** Breaks a text into lines that fit a width. The last line ends with '…' if the text does not fit. */
export function wrapLines(
  whole: string,
  { measure, width, max }: { measure: (line: string) => number; width: number; max: number },
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of whole.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || measure(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  if (lines.length <= max) return lines
  return [...lines.slice(0, max - 1), `${lines[max - 1]} …`]
}
