import type { ReactNode } from 'react'
import { Scene, type SceneName } from './scene.tsx'

type Props = {
  title: string
  help?: ReactNode
  scene?: SceneName
  heading?: 'h1' | 'h2' | 'h3'
  /** What to do next: a link or a button. */
  children?: ReactNode
}

export function Empty({ title, help, scene = 'empty', heading: Heading = 'h2', children }: Props) {
  return (
    <div className="card empty">
      <Scene name={scene} />
      <Heading className="empty__t">{title}</Heading>
      {help && <p className="muted">{help}</p>}
      {children}
    </div>
  )
}
