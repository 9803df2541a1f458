import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { listSentences } from './sentences.ts'
import { text } from './text.ts'
import { useReader } from './use-reader.ts'

/** Reads the main text of the page. `className` is 'icon-btn' where there is room for the icon only. */
export function ReadPage({ className }: { className?: string }) {
  const reader = useReader()
  const { pathname, search } = useLocation()
  const stop = useEffectEvent(() => reader?.stop())
  useEffect(() => () => stop(), [pathname, search])
  if (!reader) return null

  function handleClick() {
    const main = document.getElementById('main')
    if (reader?.isReading) reader.stop()
    else if (main) reader?.read(listSentences(main))
  }
  const label = reader.isReading ? text.stop : text.readPage
  return (
    <button
      type="button"
      className={className}
      onClick={handleClick}
      {...(className !== undefined && { 'aria-label': label })}
    >
      <Icon name={reader.isReading ? 'pause' : 'user-sound'} />
      {className === undefined && label}
    </button>
  )
}
