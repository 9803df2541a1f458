import type { StudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { NumberState } from './number-state.tsx'
import { numberText } from './text.ts'

function show(proof: Pick<StudentProfile, 'number' | 'provedNumber' | 'numberProof'>) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <QueryClientProvider client={queryClient}>
      <NumberState profile={proof as StudentProfile} />
    </QueryClientProvider>,
  )
}

it('calls a number verified that was typed without its country code', () => {
  show({ number: '08031234567', provedNumber: '+2348031234567', numberProof: 'fresh' })
  expect(screen.getByText(numberText.verified)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('asks for a new proof of a number whose proof is stale', () => {
  show({ number: '08031234567', provedNumber: '+2348031234567', numberProof: 'stale' })
  expect(screen.getByText(profileText.numberIsStale)).toBeDefined()
})

it('offers to verify a number that differs from the verified one', () => {
  show({ number: '08037654321', provedNumber: '+2348031234567', numberProof: 'fresh' })
  expect(screen.getByText(numberText.notVerified)).toBeDefined()
  expect(screen.getByText(profileText.numberStays('+2348031234567'))).toBeDefined()
})
