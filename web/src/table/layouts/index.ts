/** The ways pieces can lie in a zone, each drawn by the file of its name; what nobody drew lies in a row. */
import type { Component } from 'svelte'
import type { Zone } from '../../wire'

export type Layout = Component<{ zone: Zone }>

const FILES = import.meta.glob<{ default: Layout }>('./*.svelte', { eager: true })

export function layoutOf(name: string | undefined): Layout {
  const file = FILES[`./${name ?? 'row'}.svelte`] ?? FILES['./row.svelte']
  if (!file) throw new Error('the row layout is missing')
  return file.default
}
