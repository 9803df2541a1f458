import type { ReactNode } from 'react'
import { Outlet, useMatches } from 'react-router'
import { heroLinks } from '../fonts.ts'
import { paths } from '../paths.ts'
import { PageReader } from '../read-aloud/page-reader.tsx'
import { PageLink } from '../shell/page-link.tsx'
import type { AuthHandle } from '../shell/page-meta.ts'
import { Logo } from '../ui/logo.tsx'
import { HeroArt } from '../ui/scene.tsx'
import { text } from './text.ts'

export const links = () => heroLinks

const defaultGreeting = { title: text.authTitle, text: text.authText }

/** The layout of the login and registration pages: a greeting next to the form. */
export default function AuthLayout() {
  const handle = useMatches().at(-1)?.handle
  const greeting = isAuthHandle(handle) ? handle.greeting : defaultGreeting
  return (
    <AuthFrame greeting={greeting}>
      <Outlet />
    </AuthFrame>
  )
}

type FrameProps = AuthHandle & { children: ReactNode }

function AuthFrame({ greeting, children }: FrameProps) {
  return (
    <div className="auth">
      <header className="cloth auth__a">
        <div className="auth__top">
          <PageLink className="logo" to={paths.home} aria-label={text.home}>
            <Logo onField />
          </PageLink>
          <PageReader className="icon-btn" />
        </div>
        <div className="stack stack-3">
          <p className="d auth__h">{greeting.title}</p>
          <p>{greeting.text}</p>
        </div>
        <HeroArt />
      </header>
      <main className="auth__f" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function isAuthHandle(handle: unknown): handle is AuthHandle {
  return typeof handle === 'object' && handle !== null && 'greeting' in handle
}
