import type { ComponentProps, ElementType } from 'react'

type Props = Omit<ComponentProps<'section'>, 'ref'> & { as?: 'section' | 'article' | 'div' | 'li'; flush?: boolean }

export function Card({ as = 'section', flush = false, className, ...rest }: Props) {
  const Tag: ElementType = as
  const look = flush ? 'card card--flush' : 'card'
  return <Tag {...rest} className={className ? `${look} ${className}` : look} />
}
