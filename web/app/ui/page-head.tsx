import type { ReactNode } from 'react'

type Props = { title: ReactNode; lead?: ReactNode; children?: ReactNode; heading?: 'h1' | 'h2' }

/** A page's heading with a line under it, and actions or filters at the end of the row. */
export function PageHead({ title, lead, children, heading: Heading = 'h1' }: Props) {
  return (
    <div className="phead">
      <div>
        <Heading>{title}</Heading>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  )
}
