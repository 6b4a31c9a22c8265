/**
 * Copying text. `navigator.clipboard` exists at secure addresses only (https or this machine); on the plain address of
 * a local network, which is what most tables are opened at, the older command of the document copies.
 */

/** Copy `text`; false where the browser does not let a page copy, so that it must be done by hand. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  const isCopied = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return isCopied ?? copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  // Beside an open dialog nothing can be selected: the text is laid into it.
  const place = focused?.closest('dialog') ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
