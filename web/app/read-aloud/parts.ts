// What reads aloud, loaded after the page and only where the browser can speak.
export { ReadCaptions } from './read-captions.tsx'
export { ReadPage } from './read-page.tsx'
export { ReadOption, ReadQuestion } from './read-question.tsx'
