// Declares the part of the package that we use, because types are checked without it.
declare module '@sparticuz/chromium' {
  const chromium: { executablePath(): Promise<string> }
  export default chromium
}
