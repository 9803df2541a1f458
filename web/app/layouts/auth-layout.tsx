import type { ReactNode } from 'react'
import { Link, Outlet, useMatches } from 'react-router'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { HeroArt } from '../ui/hero-art.tsx'
import { Logo } from '../ui/logo.tsx'

const GREETING = { title: 'The story is waiting under the tree.', text: 'Pick up where you stopped.' }

export default function AuthLayout() {
  const handle = useMatches().at(-1)?.handle
  const { title, text } = isAuthHandle(handle) ? handle.greeting : GREETING
  return (
    <AuthFrame title={title} text={text}>
      <Outlet />
    </AuthFrame>
  )
}

type FrameProps = { title: string; text: string; children: ReactNode }

function AuthFrame({ title, text, children }: FrameProps) {
  return (
    <div className="auth">
      <header className="cloth auth__a">
        <Link className="logo" to={paths.home} aria-label="Baobab home">
          <Logo onField />
        </Link>
        <div className="stack stack-3">
          <p className="d auth__h">{title}</p>
          <p>{text}</p>
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
