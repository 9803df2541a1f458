import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

type Props = Omit<ComponentProps<typeof Link>, 'to'> & {
  /** Where the script of the public pages leads a student who is logged in. */
  inApp?: string
}

/** A link of a public page to the registration. */
export function RegisterLink({ inApp = paths.student.dashboard, ...rest }: Props) {
  return <Link to={paths.student.register} data-in-app={inApp} {...rest} />
}
