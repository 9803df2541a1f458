// The languages of the product.

export const languages = ['en', 'pcm', 'ha', 'yo', 'ig'] as const
export type Language = (typeof languages)[number]

/** Each language's own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  pcm: 'Pidgin',
  ha: 'Hausa',
  yo: 'Yorùbá',
  ig: 'Igbo',
}
