import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { storeUnsentForms } from './forms/unsent-forms.ts'
import { AppRouter } from './shell/app-router.tsx'
import { toChunkLoadError } from './shell/load-route-module.ts'
import { guardAgainstTranslators } from './shell/translator-guard.ts'

/** Called before an error replaces the page, while its forms still exist. */
function storeFormsOfLostPage(error: unknown) {
  if (toChunkLoadError(error)) storeUnsentForms()
}

/** In development, use React Router's own, which replaces changed modules in an open page. */
const Router = import.meta.env.DEV ? HydratedRouter : AppRouter

guardAgainstTranslators()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Router onError={storeFormsOfLostPage} />
    </StrictMode>,
  )
})
