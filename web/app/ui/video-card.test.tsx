import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Thumb } from './video-card.tsx'

const photo = '/media/x~~y/posters/7f4aa232/full.webp'

it('lets the browser choose the size of a poster, never the full size on a card', () => {
  const small = '/media/x~~y/posters/7f4aa232/320.webp 320w, /media/x~~y/posters/7f4aa232/640.webp 640w'
  expect(renderToStaticMarkup(<Thumb posterUrl={photo} />)).toContain(`srcSet="${small}"`)
  expect(renderToStaticMarkup(<Thumb posterUrl={photo} shownIn="player" />)).toContain(`${small}, ${photo} 1280w"`)
  expect(renderToStaticMarkup(<Thumb posterUrl={photo} shownIn="row" />)).toContain('sizes="112px"')
})

it.each([
  '/media/x~~y/posters/7f4aa232/full.svg',
  '/media/x~~y/posters/7f4aa232.webp',
  '/media/kept/posters/7f4aa232/640.webp',
])('shows a poster that has one size as it is: %s', (posterUrl) => {
  const html = renderToStaticMarkup(<Thumb posterUrl={posterUrl} />)
  expect(html).toContain(`src="${posterUrl}"`)
  expect(html).not.toContain('srcSet')
})

it('loads the first picture of a page before all others, and the rest when they are near', () => {
  expect(renderToStaticMarkup(<Thumb posterUrl={photo} isFirst />)).toMatch(
    /^(?!.*loading="lazy").*fetchPriority="high"/,
  )
  expect(renderToStaticMarkup(<Thumb posterUrl={photo} />)).toMatch(/^(?!.*fetchPriority).*loading="lazy"/)
})
