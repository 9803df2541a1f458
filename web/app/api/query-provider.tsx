import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { mendPictures } from './mend-pictures.ts'
import { queryClient } from './query.ts'

/** Provides the query client to layouts of pages that read data. Public pages do not load it, to stay small. */
export function QueryProvider({ children }: { children: ReactNode }) {
  useEffect(mendPictures, [])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
