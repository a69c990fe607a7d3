// Attributes of SVG are taken letter by letter: tabIndex would not be tabindex there, and nothing in a board could have
// the focus. Renamed once, here, for every element.
import { options, type VNode } from 'preact';

const previousHook = options.vnode;
options.vnode = (vnode: VNode) => {
  if (typeof vnode.type === 'string') {
    const props = vnode.props as Record<string, unknown>;
    if ('tabIndex' in props) {
      props.tabindex = props.tabIndex;
      delete props.tabIndex;
    }
  }
  previousHook?.(vnode);
};
