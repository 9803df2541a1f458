import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens a plain SMTP connection, to send what a correct client would not. */
export async function openSmtp(smtpUrl: string) {
  const socket: Socket = connect(Number(new URL(smtpUrl).port), '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  let received = ''
  socket.on('data', (text: string) => (received += text))

  /** Waits for a complete reply: its last line has a space after its code. */
  async function answer(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(received)?.[0]
      if (whole !== undefined) {
        received = received.slice(whole.length)
        return whole.split('\r\n').at(-2) ?? ''
      }
      await once(socket, 'data')
    }
  }

  async function say(line: string | Buffer): Promise<string> {
    socket.write(line)
    socket.write('\r\n')
    return answer()
  }

  await answer()
  await say('EHLO client.test')
  return {
    socket,
    say,
    /** Starts a mail, up to the server's 354 reply to DATA. */
    async begin(to = 'ada@example.com'): Promise<string> {
      await say('MAIL FROM:<evil@example.com>')
      await say(`RCPT TO:<${to}>`)
      return say('DATA')
    },
    async send(raw: string | Buffer, to?: string): Promise<string> {
      await this.begin(to)
      socket.write(raw)
      return say('\r\n.')
    },
  }
}
