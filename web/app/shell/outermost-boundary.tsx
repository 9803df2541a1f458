import { commonText } from '@baobab/contract/kernel/text.ts'
import { Component, type ReactNode } from 'react'
import { text } from './text.ts'

/** Shown if the layout of all pages or the error page itself fails, so that nobody faces an empty window. */
export class OutermostBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <html lang="en-NG">
        <head>
          <title>Baobab</title>
        </head>
        <body>
          <main>
            <h1>{commonText.somethingWentWrong}</h1>
            <p>{text.ourFault}</p>
            <p>
              <a href={location.href}>{text.tryAgain}</a>
            </p>
          </main>
        </body>
      </html>
    )
  }
}
