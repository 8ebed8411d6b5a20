import { createHash } from 'node:crypto'
import { refusals } from '../../../domain/refusal.ts'

interface ErrorCode {
  code: string
  status: number
  cause: string
  remedy: string
}

/** Every code of refusal with what it means and what to do, by status and then by name. */
export const errorCodes: readonly ErrorCode[] = Object.entries(refusals)
  .map(([code, [status, cause, remedy]]) => ({ code, status, cause, remedy }))
  .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 56rem; padding: 0 1rem;
  color: #1c2430; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem }
th, td { border-bottom: 1px solid #d8dee6 }
code { font: 14px/1.5 ui-monospace, monospace }
tr:target { background: #fff6d6 }
a { color: inherit; text-decoration: none }
@media (prefers-color-scheme: dark) {
  body { color: #e6eaf0; background: #12161c }
  th, td { border-color: #2c3440 }
  tr:target { background: #3a3314 }
}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but this page and its own style. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The page that the `type` of every problem points to. */
export function errorPage(): string {
  const rows = errorCodes.map(
    ({ code, status, cause, remedy }) =>
      `<tr id="${code}"><td><a href="#${code}"><code>${code}</code></a></td><td>${status}</td>` +
      `<td>${html(cause)}.</td><td>${html(remedy)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Codes of refusal</title>
<style>${style}</style>
</head>
<body>
<h1>Codes of refusal</h1>
<p>Every refusal is a problem (RFC 9457, <code>application/problem+json</code>) with one of these
codes. Programs read the same list at <a href="/developers/errors.json"><code>/developers/errors.json</code></a>.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Cause</th><th>Remedy</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]*)`/g, '<code>$1</code>')
}
