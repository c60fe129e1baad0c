import type { Editor } from '@tiptap/core'
import type { ComponentProps } from 'react'
import { Icon } from '@/components/ui/icon'
import { REPLACE_PICTURE } from '@/lib/texts/form-constants'
import { BLOCKS, type Block } from './blocks'
import { ColourPicker } from './colour-picker'
import { FormulaForm } from './formula-form'
import { EditorHelp } from './help'
import { ImageForm } from './image-form'
import { LanguageForm } from './language-form'
import { LinkForm } from './link-form'
import { Popover } from './popover'
import { OPTION_ABOUT_CLASS, OPTION_CLASS } from './suggestion-menu'
import { BACKGROUND_COLOURS, TEXT_COLOURS } from './text-styles'
import type { OpenPanel, Panel } from './toolbar'
import { VideoForm } from './video-form'

const PANEL_LABELS: Record<Panel, string> = {
  colour: 'Text colour',
  background: 'Background colour',
  language: 'Text language',
  link: 'Link',
  picture: 'Image',
  replacement: REPLACE_PICTURE,
  video: 'Video',
  help: 'Keyboard help',
  blocks: 'More blocks',
  formula: 'Formula',
}

type PanelContentProps = {
  panel: Panel
  editor: Editor
  /** Called when the panel has done what it is for. */
  onDone: () => void
  onPick: (block: Block) => void
}

type EditorPanelProps = Omit<PanelContentProps, 'panel'> & {
  open: OpenPanel
  onClose: ComponentProps<typeof Popover>['onClose']
}

/** The popover of a tool that needs more than a click. */
export function EditorPanel({ open: { panel, anchor }, onClose, ...rest }: EditorPanelProps) {
  return (
    <Popover label={PANEL_LABELS[panel]} anchor={anchor} onClose={onClose}>
      <PanelContent panel={panel} {...rest} />
    </Popover>
  )
}

function PanelContent({ panel, editor, onDone, onPick }: PanelContentProps) {
  const { color, backgroundColor } = editor.getAttributes('textStyle')
  switch (panel) {
    case 'colour':
      return (
        <ColourPicker
          colours={TEXT_COLOURS}
          current={color ?? null}
          onPick={(value) => (value === null ? editor.commands.unsetColor() : editor.commands.setColor(value))}
          onDone={onDone}
        />
      )
    case 'background':
      return (
        <ColourPicker
          colours={BACKGROUND_COLOURS}
          current={backgroundColor ?? null}
          onPick={(value) =>
            value === null ? editor.commands.unsetBackgroundColor() : editor.commands.setBackgroundColor(value)
          }
          onDone={onDone}
        />
      )
    case 'language':
      return <LanguageForm editor={editor} onDone={onDone} />
    case 'link':
      return <LinkForm editor={editor} onDone={onDone} />
    case 'picture':
      return <ImageForm editor={editor} onDone={onDone} />
    case 'replacement':
      return <ImageForm isReplacement editor={editor} onDone={onDone} />
    case 'video':
      return <VideoForm editor={editor} onDone={onDone} />
    case 'help':
      return <EditorHelp />
    case 'formula':
      return <FormulaForm editor={editor} onDone={onDone} />
    case 'blocks':
      return <MoreBlocks onPick={onPick} />
  }
}

/** The blocks without a toolbar button; the slash menu lists them too. */
function MoreBlocks({ onPick }: { onPick: (block: Block) => void }) {
  return (
    <div className="grid w-[min(21rem,100vw-4rem)]">
      {BLOCKS.filter(({ more }) => more).map((block) => (
        <button key={block.name} type="button" className={OPTION_CLASS} onClick={() => onPick(block)}>
          <Icon name={block.icon} className="editor-icon" />
          <span>{block.name}</span>
          <span className={OPTION_ABOUT_CLASS}>{block.about}</span>
        </button>
      ))}
    </div>
  )
}
