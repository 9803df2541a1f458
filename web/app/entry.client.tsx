import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { storeUnsentForms } from './forms/unsent-forms.ts'
import { toChunkLoadError } from './shell/load-route-module.ts'

/** Called before an error is shown in place of the page, whose forms are still there. */
function storeFormsOfLostPage(error: unknown) {
  if (toChunkLoadError(error)) storeUnsentForms()
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={storeFormsOfLostPage} />
    </StrictMode>,
  )
})
