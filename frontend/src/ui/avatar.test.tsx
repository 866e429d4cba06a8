import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProfileTheme } from '../theme/profile-theme.js';
import { Avatar, AvatarButton } from './avatar.js';

const picture = (container: HTMLElement) => container.querySelector('img');

describe('Avatar', () => {
  it('AVA-004 shows the first two letters if there is no picture', () => {
    const { container, rerender } = render(<Avatar name="Otto von N" src={null} />);
    expect(container).toHaveTextContent(/^OT$/u);
    rerender(<Avatar name="@_é1" src={null} />);
    expect(container).toHaveTextContent(/^É1$/u);
    rerender(<Avatar name="Otto" src={null} size="l" />);
    expect(container).toHaveTextContent(/^OT$/u);
  });

  it('shows initials if the picture fails to load, until `src` changes', () => {
    const { container, rerender } = render(<Avatar name="Otto" src="/objects/gone.webp" />);
    const gone = picture(container);
    if (!gone) throw new Error('no picture');
    fireEvent.error(gone);
    expect(container).toHaveTextContent('OT');
    rerender(<Avatar name="Otto" src="/objects/new.webp" />);
    expect(picture(container)).toHaveAttribute('src', '/objects/new.webp');
  });

  it('draws only the large avatar in 1-bit dots in the 90s theme', async () => {
    const { container } = render(
      <ProfileTheme theme="90s-computer" mode="dark">
        <Avatar name="Otto" src="/objects/otto.webp" size="l" />
        <Avatar name="Otto" src="/objects/otto.webp" />
      </ProfileTheme>,
    );
    await screen.findAllByText((_, element) => element?.tagName === 'CANVAS');
    expect(container.querySelectorAll('canvas')).toHaveLength(1);
    expect(container.querySelectorAll('img')).toHaveLength(1);
  });
});

describe('AvatarButton', () => {
  it('ignores clicks while an upload is pending', async () => {
    const user = userEvent.setup({ delay: null });
    const onClick = jest.fn();
    const props = { name: 'Otto', src: null, label: 'Upload avatar', hoverLabel: 'UPLOAD', onClick };
    const { rerender } = render(<AvatarButton {...props} />);
    const button = screen.getByRole('button', { name: 'Upload avatar' });
    await user.click(button);
    rerender(<AvatarButton {...props} pending="UPLOADING" />);
    await user.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(button).toHaveTextContent('UPLOADING');
  });
});
