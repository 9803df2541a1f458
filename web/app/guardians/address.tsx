import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState, type ComponentProps } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { TextField } from '../ui/fields.tsx'
import { text } from './text.ts'

type Values = { address: string }

/** Returns a typed address as the API takes it: only emails contain an @. */
export function toAddressField(typed: string): { email: string } | { number: string } {
  return typed.includes('@') ? { email: typed } : { number: typed }
}

/** Shows what the server says about the email or number under the form's one field for both. @returns whether there was anything */
export function showUnderAddress<Form extends Values>(form: UseFormReturn<Form>, { errors }: ApiError): boolean {
  const found = errors.find(({ path }) => path === 'email' || path === 'number')
  if (found) form.setError('address' as Path<Form>, { message: found.message })
  return found !== undefined
}

/** What one page of a guardian's account passes to the next: the address, and the secret reference of a registration. */
export type KnownAddress = { address: string; registration?: string | undefined }

/** Reads what the previous page passed in the navigation state, which survives a reload. */
export function useKnownAddress(): KnownAddress {
  const { state } = useLocation() as { state: unknown }
  const [known] = useState(() => {
    const read = (name: string) => {
      const value = typeof state === 'object' && state !== null ? new Map(Object.entries(state)).get(name) : undefined
      return typeof value === 'string' ? value : undefined
    }
    return { address: read('address') ?? '', registration: read('registration') }
  })
  return known
}

type Props = Omit<ComponentProps<typeof TextField>, 'label'>

/** One field for an email or a phone number. */
export function AddressField(props: Props) {
  return <TextField label={text.address} autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
}
