import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { text } from './text.ts'

type Props = {
  /** "Failed to load videos." */
  title: string
  /** The address of the page. */
  href: string
  heading?: 'h2' | 'h3'
}

/** Shown on a page without script if its data could not be loaded: what happened, and a link that reloads the page. */
export function NotLoaded({ title, href, heading = 'h2' }: Props) {
  return (
    <Empty heading={heading} scene="offline" title={title} help={text.notLoadedHelp}>
      <a className={buttonClass({ kind: 'line' })} href={href}>
        {text.tryAgain}
      </a>
    </Empty>
  )
}
